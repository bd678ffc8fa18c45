import type { BrowserContext, Page } from 'playwright-core';

/** Translates a page as browsers do: every text, now and later, is put into an element of its own. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const made = new WeakSet<Node>();
    const silent = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'OPTION', 'NOSCRIPT']);
    const one = (text: Text) => {
      if (!text.data.trim() || !text.parentElement || made.has(text)) return;
      if (silent.has(text.parentElement.tagName)) return;
      const words = document.createTextNode(`·${text.data}`);
      made.add(words);
      const inner = document.createElement('font');
      const outer = document.createElement('font');
      inner.append(words);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const all = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) one(text);
    };
    all(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) {
          if (node instanceof Text) one(node);
          else if (node instanceof Element && node.tagName !== 'FONT') all(node);
        }
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** A program of the visitor's that puts a sign beside every field as soon as the page is read. */
export async function decorateFields(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const field of document.querySelectorAll('input')) {
        const sign = document.createElement('div');
        sign.dataset.sign = '';
        field.after(sign);
      }
    });
  });
}
