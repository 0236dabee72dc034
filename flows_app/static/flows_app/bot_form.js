// Who chooses a language model is shown where to say which.
"use strict";

document.addEventListener("change", (event) => {
  if (event.target.id !== "id_understanding_provider" || event.target.value !== "dspy") return;
  const folded = document.getElementById("id_understanding_model")?.closest("details");
  if (folded) folded.open = true;
});
