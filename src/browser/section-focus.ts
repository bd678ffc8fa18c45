/**
 * Brings a section of this page in view by its id, and the focus to its title (`tabIndex={-1}`), or to itself when it has none
 * that takes it. False when the page has no such section, or neither takes the focus: then a link is followed as any other.
 */
export function reachSection(id: string, behavior: ScrollBehavior = 'auto'): boolean {
  const section = document.getElementById(id);
  const title = section?.querySelector<HTMLElement>(':is(h1, h2, h3)[tabindex]') ?? section;
  if (!section || !title?.hasAttribute('tabindex')) return false;
  section.scrollIntoView({ behavior, block: 'start' });
  title.focus({ preventScroll: true });
  return true;
}
