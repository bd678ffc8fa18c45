import { formatCount, formatPrice, formatPriceShort, formatRent } from '#contract/fmt.ts';
import type { Mark } from '../map-grouping.ts';

const base =
  'figures flex cursor-pointer font-text items-center gap-1 rounded-full border px-2.5 text-small leading-7 font-bold whitespace-nowrap shadow-popover transition-colors hover:z-2! focus-visible:z-2!';

/** Writes a pin: the price, or how many and from how much; its full name for a screen reader. */
export function fillPin(mark: Mark, button: HTMLButtonElement, rental: boolean): void {
  const full = (rental ? formatRent : formatPrice)(mark.price);
  const short = formatPriceShort(mark.price);
  // What is written is the beginning of its name, for who says it aloud (WCAG 2.5.3).
  if (mark.count === 1) {
    button.textContent = short;
    button.setAttribute(
      'aria-label',
      `${short} (${full})${mark.fresh ? ', nouveau' : ''}${mark.sure ? '' : ', correspond peut-être'} : voir l’annonce`,
    );
    return;
  }
  // Of a group the abbreviated price is only seen.
  button.textContent = String(mark.count);
  button.dataset.from = `dès ${short}`;
  button.setAttribute('aria-label', `${formatCount(mark.count, 'annonce', 'annonces')}, à partir de ${full}`);
}

/** Colours say the state, never alone: new ones have a point, kept ones a heart, possible ones a dashed border. */
export function pinLook(
  mark: Mark,
  button: HTMLButtonElement,
  { active, seen, kept }: { active: boolean; seen: boolean; kept: boolean },
): void {
  const group = mark.count > 1;
  const tone = active
    ? 'border-encre bg-encre text-craie z-3!'
    : group
      ? 'border-blanc bg-ardoise-700 text-craie'
      : seen
        ? 'border-ardoise-300 bg-ardoise-100 text-ardoise-600'
        : 'border-ardoise-300 bg-blanc text-encre';
  const from = group ? 'after:font-medium after:opacity-85 after:content-[attr(data-from)]' : '';
  const sign =
    !group && kept
      ? "before:content-['♥'] before:text-rouge-700"
      : mark.fresh && !seen
        ? "before:size-2 before:rounded-full before:bg-ambre-400 before:content-['']"
        : '';
  const glClasses = [...button.classList].filter((name) => name.startsWith('maplibregl'));
  button.className = `${glClasses.join(' ')} ${base} ${tone} ${sign} ${from} ${mark.sure ? '' : 'border-dashed border-ardoise-700!'}`;
  button.dataset.state = active ? 'active' : seen ? 'seen' : mark.fresh ? 'new' : '';
}
