// A row on a phone shows each field's label.
"use strict";

function labelCells(group) {
  const labels = [...group.querySelectorAll("thead th")].map((heading) => heading.textContent.trim());
  for (const row of group.querySelectorAll("tr.form-row")) {
    const cells = [...row.querySelectorAll("td:not(.original)")];
    cells.forEach((cell, index) => cell.setAttribute("data-label", labels[index + 1] ?? labels[index] ?? ""));
  }
}

function labelAll() {
  document.querySelectorAll("#slots-group").forEach(labelCells);
}

document.addEventListener("DOMContentLoaded", labelAll);
document.addEventListener("formset:added", labelAll);
