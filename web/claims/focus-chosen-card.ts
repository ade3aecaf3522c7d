/** Frames within which a panel that opens for a card has drawn it. */
const PATIENCE = 30;

/** Moves the focus to the chosen claim's card, as soon as it is there. */
export function focusChosenCard(frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>('.card-selected .card-claim');
    card?.focus();
    if ((card === null || document.activeElement !== card) && frames > 0) focusChosenCard(frames - 1);
  });
}
