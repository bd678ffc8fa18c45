/**
 * What translates a page puts each of its texts into an element of its own, and React then asks to remove, to precede or to
 * change a text that stands nowhere any more: it throws, and the page with all that was typed in it is lost. Here the
 * element that took the place of a text is dealt with instead (decision 0072).
 */

/** What stands in the place of a text that was taken away. */
const standIns = new WeakMap<Node, ChildNode>();
let watcher: MutationObserver | undefined;

/** The child of `parent` that is, holds or replaces this node; null when it left without trace. */
function placeOf(node: Node, parent: Node): ChildNode | null {
  note(watcher?.takeRecords() ?? []);
  for (let at: Node | null = standIns.get(node) ?? node; at; at = at.parentNode)
    if (at.parentNode === parent) return at as ChildNode;
  return null;
}

function note(records: readonly MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes } of records) {
    // A text whose words changed while it stood nowhere: it comes back, to be translated again.
    if (type === 'characterData') {
      comeBack(target);
      continue;
    }
    const [gone, came] = [removedNodes[0], addedNodes[0]];
    if (gone instanceof Text && !gone.isConnected && came instanceof Element && removedNodes.length === 1) {
      standIns.set(gone, came);
      watcher?.observe(gone, { characterData: true });
    }
    // A text that was put elsewhere leaves no copy behind.
    for (const node of addedNodes) {
      const before = node instanceof Text && node.isConnected ? standIns.get(node) : undefined;
      if (!before) continue;
      standIns.delete(node);
      before.remove();
    }
  }
}

function comeBack(text: Node): void {
  const before = standIns.get(text);
  if (!before || text.isConnected) return;
  standIns.delete(text);
  before.replaceWith(text);
}

/** Once, before React takes the page over. */
export function tolerateMovedText(): void {
  watcher = new MutationObserver(note);
  watcher.observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const there = placeOf(child, this);
    standIns.delete(child);
    if (there) removeChild.call(this, there);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, child: T, next: Node | null): T {
    const there = next === null || next.parentNode === this ? next : placeOf(next, this);
    return insertBefore.call(this, child, there) as T;
  };
}
