import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { scriptsAfterSight } from './first-sight.server.ts';

const code = `import "/assets/m.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); const x = "<p>";`;
const page = (body: string) =>
  `<html><head><title>Été</title><link rel="modulepreload" href="/assets/entry.js" nonce="n"/><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/entry.js"/></head><body>é${body}</body></html>`;
const rewritten = String(
  scriptsAfterSight(Buffer.from(page(`<script nonce="n" type="module" async="">${code}</script><p>fin</p>`))),
);

/** Runs what the page holds, and says what it appends, when. */
function run() {
  const script = /<script nonce="n">([\s\S]*)<\/script><p>fin/.exec(rewritten)?.[1] ?? '';
  const appended: Record<string, unknown>[] = [];
  const heard = new Map<string, () => void>();
  let painted = () => {};
  runInNewContext(script, {
    document: {
      currentScript: { nonce: 'n' },
      createElement: (tag: string) => ({ tag }),
      head: { append: (one: Record<string, unknown>) => appended.push(one) },
    },
    PerformanceObserver: class {
      constructor(go: () => void) {
        painted = go;
      }
      observe() {}
    },
    addEventListener: (name: string, go: () => void) => heard.set(name, go),
    setTimeout: () => 0,
  });
  return { appended, heard, paint: () => painted() };
}

describe('the scripts of a page', () => {
  it('wait until it is painted, then come once, with its nonce', () => {
    const { appended, heard, paint } = run();
    expect(appended).toEqual([]);
    paint();
    expect(appended).toEqual([
      { tag: 'link', rel: 'modulepreload', href: '/assets/entry.js', nonce: 'n' },
      { tag: 'link', rel: 'modulepreload', href: '/assets/root.js', nonce: 'n' },
      { tag: 'script', type: 'module', nonce: 'n', textContent: code },
    ]);
    heard.get('load')?.();
    expect(appended).toHaveLength(3);
  });

  it('come at the first touch of a page that is not painted yet', () => {
    const { appended, heard } = run();
    heard.get('pointerdown')?.();
    expect(appended).toHaveLength(3);
  });

  it('leave the rest of the page as it was', () => {
    expect(rewritten).not.toContain('modulepreload" href');
    expect(rewritten).toContain(
      '<title>Été</title><link rel="stylesheet" href="/a.css"/></head><body>é<script nonce="n">',
    );
    expect(rewritten.match(/<\/script>/g)).toHaveLength(1);
    expect(rewritten).toMatch(/<p>fin<\/p><\/body><\/html>$/);
  });

  it.each(['', '<script>1</script>'])('a page without them is not touched: %j', (body) => {
    expect(String(scriptsAfterSight(Buffer.from(page(body))))).toBe(page(body));
  });
});
