"""Statuses that take away what a unit can do: deafness, disease, madness, paralysis, roots, stuns; and how long they last."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly, scene

BOY = {"name": "boy", "side": "men", "at": [5, 4]}
GIRL = {"name": "girl", "side": "men", "at": [5, 6]}


def hits(laid):
    """How likely the man's attack at the orc hits."""
    return laid.odds("attack orc normal", want="hit")[1]


# --- deafness


@clause("owh.status.deafened", "owh.synergy.adjacent")
@pytest.mark.parametrize(("turns", "chance"), [(2, 1 / 2), (0, 3 / 5)])
def test_the_deaf_get_no_synergy(turns, chance):
    laid = duel(man={"fighting": 16}, orc={"parry": 13}, friends=[BOY, GIRL])
    laid.unit("man").deafened = turns
    assert hits(laid) == exactly(chance)


@clause("owh.status.deafened")
def test_the_deaf_give_synergy():
    laid = duel(man={"fighting": 16}, orc={"parry": 13}, friends=[BOY])
    laid.unit("boy").deafened = 3
    assert hits(laid) == exactly(11 / 20)


@clause("owh.status.deafened")
def test_the_deaf_get_no_synergy_to_their_parry():
    laid = duel(man={"fighting": 18}, orc={"parry": 13}, friends=[{"name": "goblin", "side": "orcs", "at": [3, 5]}])
    assert hits(laid) == exactly(10 / 20), "14 to exceed with the synergy of two"
    laid.unit("orc").deafened = 1
    assert hits(laid) == exactly(12 / 20)


@clause("owh.status.deafened")
@pytest.mark.parametrize(("rules", "chance"), [({}, 11 / 20), ({"status.deafened.parry_penalty": -3}, 13 / 20)])
def test_the_deaf_parry_at_minus_1(rules, chance):
    laid = duel(man={"fighting": 16}, orc={"parry": 13}, rules=rules)
    laid.unit("orc").deafened = 3
    assert hits(laid) == exactly(chance)


@clause("owh.status.deafened", "owh.stealth.roll")
@pytest.mark.parametrize(("turns", "rules", "chance"), [
    (3, {}, 4 / 5), (0, {}, 3 / 5), (3, {"status.deafened.opposed_stealth_bonus": 6}, 9 / 10),
])  # fmt: skip
def test_sneaking_past_the_deaf(turns, rules, chance):
    laid = duel(man={"stealth": 18, "hidden": True}, distance=6, rules=rules)
    laid.unit("orc").deafened = turns
    assert laid.odds("move 5,5", want="event failed by man")[0] == exactly(chance)


@clause("owh.status.deafened", "owh.hide.action")
@pytest.mark.parametrize(("deaf", "chance"), [(("orc", "goblin"), 9 / 10), (("orc",), 7 / 10)])
def test_hiding_from_the_deaf(deaf, chance):
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "stealth": 18}, {"name": "orc", "side": "orcs", "at": [4, 0]},
        {"name": "goblin", "side": "orcs", "at": [4, 1]}, map="..#...\n..#...",
    )  # fmt: skip
    for name in deaf:
        laid.unit(name).deafened = 1
    assert laid.odds("hide", want="man.hidden")[1] == exactly(chance)


# --- disease


@clause("owh.status.diseased")
@pytest.mark.parametrize(("most", "left", "level", "hp", "dead"), [
    (60, 58, 1, 50, 0), (60, 30, 1, 30, 0), (30, 30, 3, 0, 0), (30, 30, 4, 0, 1), (60, 60, 2, 40, 0),
])  # fmt: skip
def test_disease_saps(most, left, level, hp, dead):
    laid = duel(
        man={"hp": most, "hp_left": left, "disease": level}, party=[True, False],
        friends=[{"name": "boy", "side": "men", "at": [0, 0]}], dealt=cards(3 if hp else 2),
    )  # fmt: skip
    man = laid.unit("man")
    assert (man.hp, man.dead) == (hp, dead)
    assert man.down == (1 if hp == 0 and not dead else 0)


@clause("owh.status.diseased")
def test_healing_stops_at_what_disease_leaves():
    laid = duel(man={"hp": 60, "hp_left": 40, "disease": 1, "potion": 1}, dice=[6, 6])
    laid.play("use_potion man")
    assert laid.unit("man").hp == 50


@clause("owh.status.diseased")
def test_how_much_disease_takes():
    laid = duel(man={"hp": 60, "disease": 2}, rules={"status.diseased.max_hp_per_level": -15})
    assert laid.unit("man").hp == 30


@clause("owh.status.diseased")
@pytest.mark.parametrize(("rules", "chance"), [({}, 2 / 5), ({"status.diseased.modifier_per_level": -3}, 1 / 5)])
def test_disease_lowers_modifiers(rules, chance):
    laid = duel(man={"fighting": 16, "disease": 2}, orc={"parry": 13, "disease": 3}, rules=rules)
    assert hits(laid) == exactly(chance), "Parry stays as it is"


@clause("owh.status.diseased")
def test_disease_does_not_lower_scores():
    laid = duel(man={"strength": 14, "disease": 2, "healing": 14, "bandage": 1}, dice=[15, 3, 14, 2, 2, 2])
    laid.unit("man").hp = 1
    laid.play("attack orc normal", "heal man")
    assert laid.unit("orc").hp == 50 - 14 - 3
    assert laid.unit("man").hp == 1 + 6 + 14


@clause("owh.status.diseased", "owh.pr.value")
def test_disease_lowers_poison_resistance():
    laid = duel(man={"weapons": ["dagger+poison"]}, orc={"disease": 2, "hp": 100}, dice=[20, 1, 1, 16])
    laid.play("attack orc normal")
    assert laid.unit("orc").poisoned == 1, "17 needed"


# --- madness


def mad(*dice, orc=None, friends=(BOY,), rules=None, **more):
    """An orc that goes mad after the man's turn, between him and the boy, or between all others."""
    fighters = [{**friend, "hp": 200} for friend in friends]
    return duel(man={"hp": 200}, orc={"insane": True, **(orc or {})}, friends=fighters, dice=dice, rules=rules, **more)


@clause("owh.status.insane", "owh.turn.status_phase")
@pytest.mark.parametrize(("face", "target"), [(1, "man"), (2, "boy"), (3, "goblin")])
def test_the_mad_attack_anybody(face, target):
    """In contact with two enemies and a friend: each is the target with a chance of a third."""
    goblin = {"name": "goblin", "side": "orcs", "at": [6, 6]}
    laid = mad(face, 1, face, 1, friends=[BOY, goblin])
    laid.play("end_turn", "end_turn")
    attacks = [event.target for event in laid.events if event.kind == "attack_missed"]
    assert attacks == [target, target]
    assert laid.decider == "goblin", "it has no say in its turn"


@clause("owh.status.insane")
@pytest.mark.parametrize(("rules", "mean"), [({}, 24.5), ({"status.insane.damage_bonus": 4}, 18.5)])
def test_madness_adds_damage(rules, mean):
    bystander = {"name": "goblin", "side": "orcs", "at": [11, 11]}
    laid = mad(orc={"strength": 14}, friends=[bystander], rules={"turn.action_economy.standard_actions": 1, **rules})
    laid.unit("man").armour = 4
    odds = laid.odds("end_turn", want=["result hit", "result critical", "result damage"])
    plain = {damage: odds[1, 0, damage] for hit, critical, damage in odds if (hit, critical) == (1, 0)}
    assert sum(damage * chance for damage, chance in plain.items()) / sum(plain.values()) == exactly(mean)


@clause("owh.status.insane")
@pytest.mark.parametrize(("rules", "chance"), [({}, 7 / 10), ({"status.insane.parry_penalty": -2}, 6 / 10)])
def test_the_mad_parry_badly(rules, chance):
    laid = duel(man={"fighting": 18}, orc={"parry": 14, "insane": True}, rules=rules)
    assert hits(laid) == exactly(chance)


@clause("owh.status.insane")
def test_the_mad_run_at_the_nearest():
    """Two friends and enemies at three and four cells: it goes to the nearer one, and attacks it."""
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 5]}, {"name": "orc", "side": "orcs", "at": [4, 5], "insane": True,
         "weapons": ["sword"]}, {"name": "goblin", "side": "orcs", "at": [7, 5], "hp": 200}, dice=[1],
    )  # fmt: skip
    laid.play("end_turn")
    assert laid.unit("orc").at == (6, 4), "lowest cell index among those in contact, after two steps"
    assert laid.last("attack_missed").target == "goblin"


@clause("owh.status.insane", "owh.move.action")
@pytest.mark.parametrize(("excludes", "dice"), [(1, []), (0, [2])])
def test_the_mad_do_not_attack_after_two_moves(excludes, dice):
    """Of three actions two bring it to the man; the rule is that a unit which moves twice does nothing else."""
    rules = {
        "turn.action_economy.standard_actions": 3,
        "move.action.double_move_excludes_standard": excludes,
    }
    laid = scene(
        {"name": "orc", "side": "orcs", "at": [0, 5], "insane": True, "weapons": ["sword"], "move": 3},
        {"name": "man", "side": "men", "at": [7, 5]}, rules=rules, dice=dice,
    )  # fmt: skip
    orc = laid.unit("orc")
    assert (orc.at, orc.moves, orc.attacks, laid.decider) == ((6, 4), 2, len(dice), "man")


@clause("owh.status.insane", "owh.fear.horrified")
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"insane": 1, "stunned": 1}, "orc is insane and cannot choose its actions"),
        ({"fear": 3, "rooted": 2}, "orc is horrified and can only flee"),
    ],
)
def test_what_is_said_of_a_unit_that_cannot_act_as_it_must(state, said):
    laid = duel(friends=[{"name": "goblin", "side": "orcs", "at": [9, 9]}])
    for name, value in state.items():
        setattr(laid.unit("orc"), name, value)
    laid.play("end_turn")
    assert [event.text for event in laid.events if event.who == "orc"][-1] == said
    assert (laid.decider, laid.unit("orc").at) == ("goblin", (5, 5))


@clause("owh.status.insane", "owh.completion.reload")
@pytest.mark.parametrize(("at", "ends"), [(4, (2, 3)), (1, (1, 5))])
def test_the_mad_do_not_reload(at, ends):
    """With an empty crossbow nobody is a target: it runs at the nearest, and in contact it stands still."""
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 5]},
        {"name": "orc", "side": "orcs", "at": [at, 5], "move": 1, "insane": True, "weapons": ["crossbow", "sword"]},
        {"name": "goblin", "side": "orcs", "at": [11, 11]},
    )  # fmt: skip
    orc = laid.unit("orc")
    orc.loaded = [0, 1]
    laid.play("end_turn")
    assert (orc.at, orc.wielded, list(orc.loaded[:2])) == (ends, 0, [0, 1])
    assert not [event for event in laid.events if event.kind.startswith("attack_")]


@clause("owh.status.insane", "owh.status.blind", "owh.status.deafened")
@pytest.mark.parametrize(("deafened", "dice", "struck"), [(0, [2, 3, 3] * 2, "goblin"), (2, [3, 3] * 2, "man")])
def test_the_mad_who_neither_see_nor_hear_attack_whom_they_touch(deafened, dice, struck):
    """A blind orc with a bow touches the man and hears a goblin: a die draws one of them. Deafened, it is left with the man."""
    goblin = {"name": "goblin", "side": "orcs", "at": [9, 5]}
    laid = duel(orc={"insane": True, "weapons": ["longbow"]}, friends=[goblin], dice=dice)
    laid.unit("orc").blind, laid.unit("orc").deafened = 2, deafened
    laid.play("end_turn")
    assert [event.target for event in laid.events if event.kind == "attack_missed"] == [struck, struck]


@clause("owh.status.insane", "owh.engage.attack_of_opportunity")
def test_the_mad_always_take_attacks_of_opportunity():
    laid = duel(man={"hp": 200}, orc={"insane": True, "strength": 10}, dice=[15, 3])
    laid.play("move 3,5")
    assert laid.unit("man").hp == 200 - 10 - 3 - 10
    assert laid.decider == "man"


# --- paralysis


@clause("owh.status.paralyzed", "owh.pr.value")
def test_poison_resistance_against_paralysis():
    laid = duel(man={"weapons": ["claws+paralyse"], "fighting": 16}, orc={"parry": 13, "stamina": 12, "hp": 200})
    assert laid.odds("attack orc normal", want="orc.paralyzed")[1] == exactly(13 / 20 / 2)


@clause("owh.status.paralyzed", "owh.turn.status_phase", "owh.death.battle_end")
def test_the_paralyzed_have_a_turn_without_actions():
    laid = duel(friends=[{"name": "goblin", "side": "orcs", "at": [9, 9]}], dice=[])
    laid.unit("orc").paralyzed = 1
    laid.unit("orc").bleeding = 1
    laid.play("end_turn")
    assert laid.unit("orc").hp == 35, "bleeding goes on"
    assert laid.decider == "goblin"
    assert laid.last("helpless").who == "orc"


@clause("owh.status.paralyzed")
@pytest.mark.parametrize(("rules", "chance"), [({}, 3 / 4), ({"status.paralyzed.grants_advantage": 0}, 1 / 2)])
def test_advantage_against_the_paralyzed(rules, chance):
    goblin = {"name": "goblin", "side": "orcs", "at": [9, 9]}
    laid = duel(man={"fighting": 16}, orc={"parry": 13}, friends=[goblin], rules=rules)
    laid.unit("orc").paralyzed = 1
    assert hits(laid) == exactly(chance)
    assert "execute orc" not in laid.choices(), "it is not down"


@clause("owh.status.paralyzed")
def test_the_paralyzed_do_not_help_or_hold():
    laid = duel(
        man={"fighting": 16}, orc={"parry": 13}, friends=[BOY, {"name": "goblin", "side": "orcs", "at": [9, 9]}]
    )
    laid.unit("boy").paralyzed = 1
    assert hits(laid) == exactly(1 / 2), "no synergy"
    laid.unit("orc").paralyzed = 1
    laid.play("move 3,5")
    assert laid.unit("man").at == (3, 5), "no attack of opportunity"


@clause("owh.status.paralyzed", "owh.completion.items")
def test_an_ally_cures_paralysis_with_its_own_antidote():
    laid = duel(man={"antidote": 1}, friends=[{"name": "boy", "side": "men", "at": [3, 5], "antidote": 1}])
    laid.unit("boy").paralyzed = 1
    laid.play("use_antidote boy")
    boy = laid.unit("boy")
    assert (boy.paralyzed, boy.antidote, laid.unit("man").antidote) == (0, 1, 0)


@clause("owh.completion.abilities")
@pytest.mark.parametrize("rider", ["poison", "paralyse", "sleep"])
def test_some_are_immune_to_poison(rider):
    laid = duel(man={"weapons": [f"dagger+{rider}"]}, orc={"traits": ["poison_immune"], "hp": 100}, dice=[15, 1])
    laid.play("attack orc normal")
    assert (laid.unit("orc").poisoned, laid.unit("orc").paralyzed, laid.unit("orc").unconscious) == (0, 0, 0)


# --- roots and stuns


@clause("owh.status.rooted")
@pytest.mark.parametrize(("rules", "chance"), [({}, 11 / 20), ({"status.rooted.parry_penalty": -4}, 14 / 20)])
def test_the_rooted_parry_at_minus_1(rules, chance):
    laid = duel(man={"fighting": 16}, orc={"parry": 13}, rules=rules)
    laid.unit("orc").rooted = 2
    assert hits(laid) == exactly(chance)


@clause("owh.status.rooted")
def test_the_rooted_attack_but_do_not_move():
    laid = duel(man={"at": [0, 5]}, orc={"at": [1, 5]})
    assert laid.choices("move")
    assert "withdraw" in laid.choices()
    laid.unit("man").rooted = 2
    assert not laid.choices("move")
    assert "withdraw" not in laid.choices()
    assert "attack orc" in laid.choices()


@clause("owh.status.stunned")
def test_advantage_against_the_stunned():
    laid = duel(man={"fighting": 16}, orc={"parry": 13})
    laid.unit("orc").stunned = 1
    assert hits(laid) == exactly(3 / 4)


@clause("owh.status.stunned", "owh.synergy.adjacent")
def test_the_stunned_do_not_count_for_synergy():
    laid = duel(man={"fighting": 16}, orc={"parry": 13}, friends=[BOY, GIRL])
    laid.unit("boy").stunned = 1
    assert hits(laid) == exactly(11 / 20)


@clause("owh.status.stunned")
@pytest.mark.parametrize("blocks", [0, 1])
def test_the_stunned_neither_move_nor_attack(blocks):
    man = {"at": [0, 5], "potion": 1, "spells": ["dread"], "winds": 9, "abilities": ["frenzy"]}
    fallen = {"name": "goblin", "side": "orcs", "at": [1, 4]}
    laid = duel(man=man, orc={"at": [1, 5]}, friends=[fallen], rules={"status.stunned.blocks_other_actions": blocks})
    laid.unit("man").hp = 20
    laid.unit("goblin").unconscious = 1
    verbs = {choice.split()[0] for choice in laid.choices()}
    assert {"attack", "move", "free_attack", "execute", "free_execute", "withdraw"} <= verbs
    laid.unit("man").stunned = 1
    others = {"end_turn", "defend", "use_potion", "cast", "drop_weapon"}
    verbs = {choice.split()[0] for choice in laid.choices()}
    assert verbs == ({"end_turn"} if blocks else others)


@clause("owh.status.stunned")
def test_the_stunned_let_everybody_go():
    laid = duel()
    laid.unit("orc").stunned = 1
    laid.play("move 3,5")
    assert laid.unit("man").at == (3, 5)


# --- how long they last


@clause("owh.completion.status_durations")
@pytest.mark.parametrize("status", ["stunned", "rooted", "blind", "deafened"])
def test_counters_go_down_at_the_end_of_the_own_turn(status):
    laid = duel(distance=5, dice=[*cards(2)])
    setattr(laid.unit("man"), status, 2)
    setattr(laid.unit("orc"), status, 2)
    laid.play("end_turn")
    assert (getattr(laid.unit("man"), status), getattr(laid.unit("orc"), status)) == (1, 2)
    laid.play("end_turn")
    assert (getattr(laid.unit("man"), status), getattr(laid.unit("orc"), status)) == (1, 1)
    laid.play("end_turn")
    assert getattr(laid.unit("man"), status) == 0


@clause("owh.completion.status_durations", "owh.status.stunned")
def test_a_stun_takes_the_next_turn():
    """The table of called shots stuns for one turn: a headshot, 7 on the table."""
    laid = duel(man={"fighting": 40}, orc={"hp": 200}, dice=[19, 1, 7, 1, *cards(2)])
    laid.play("attack orc headshot", "end_turn")
    orc = laid.unit("orc")
    assert (orc.stunned, laid.decider) == (1, "orc")
    assert not laid.choices("attack")
    laid.play("end_turn")
    assert orc.stunned == 0
    laid.play("end_turn")
    assert laid.choices("attack")


@clause("owh.completion.status_durations", "owh.completion.called_shot_tables")
@pytest.mark.parametrize(("result", "rules", "status", "turns"), [
    (7, {}, "stunned", 1), (7, {"completion.status_durations.stunned": 3}, "stunned", 3), (8, {}, "blind", 3),
    (8, {"completion.status_durations.blind": 5}, "blind", 5),
])  # fmt: skip
def test_how_long_headshots_last(result, rules, status, turns):
    """Stuns last the ordinary time, and so does the longest blindness of the first table."""
    laid = duel(man={"fighting": 40}, orc={"hp": 200}, dice=[19, 1, result, 1], rules=rules)
    laid.play("attack orc headshot")
    assert getattr(laid.unit("orc"), status) == turns


@clause("owh.completion.status_durations")
@pytest.mark.parametrize(("before", "rules", "after"), [
    (0, {}, 2), (1, {}, 2), (3, {}, 3), (0, {"completion.status_durations.rooted": 4}, 4),
])  # fmt: skip
def test_the_longer_counter_holds(before, rules, after):
    man = {"spells": ["entangle"], "winds": 9}
    laid = duel(man=man, orc={"strength": 10}, dice=[12], rules=rules)
    laid.unit("orc").rooted = before
    laid.play("cast entangle orc")
    assert laid.unit("orc").rooted == after
