"use strict";
const root = document.documentElement, themeButton = document.getElementById("theme");
const nameTheme = () => { themeButton.textContent = root.dataset.theme === "dark" ? "Light" : "Dark"; };
themeButton.onclick = () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a page without storage forgets it */ }
  nameTheme();
};
nameTheme();
