import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { scriptsAfterSight } from './deferred-scripts.server.ts';

const code = `import "/assets/m.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); const x = "<p>";`;
const page = (body: string) =>
  `<html><head><title>Été</title><link rel="modulepreload" href="/assets/entry.js" nonce="n"/><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/entry.js"/></head><body>é${body}</body></html>`;
const rewrite = (head: string) => String(scriptsAfterSight(Buffer.from(head)));
const source = page(`<script nonce="n" type="module" async="">${code}</script><p>fin</p>`);
const rewritten = rewrite(source);

const microtasks = () => new Promise((resolve) => setImmediate(resolve));

/** Runs what the page holds, and says what it appends, when; `picture`: the one it opens with. */
function run(picture: { decode: () => Promise<void> } | null = null, html = rewritten) {
  const scripts = [...html.matchAll(/<script nonce="n">([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  const appended: Record<string, unknown>[] = [];
  const heard = new Map<string, (event?: unknown) => void>();
  const frames: (() => void)[] = [];
  let painted = () => {};
  const context = {
    document: {
      currentScript: { nonce: 'n' },
      querySelector: () => picture,
      createElement: (tag: string) => ({ tag }),
      head: { append: (one: Record<string, unknown>) => appended.push(one) },
    },
    PerformanceObserver: class {
      constructor(go: () => void) {
        painted = go;
      }
      observe() {}
    },
    addEventListener: (name: string, go: (event?: unknown) => void) => heard.set(name, go),
    removeEventListener: (name: string) => heard.delete(name),
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    setTimeout: () => 0,
    earlyActs: undefined as unknown as { acts: unknown[][]; typed: Set<unknown>; stop: () => void },
  };
  for (const script of scripts) runInNewContext(script ?? '', context);
  return {
    appended,
    heard,
    early: context.earlyActs,
    paint: () => painted(),
    frame: () => frames.shift()?.(),
  };
}

describe('what is done before the scripts of a page are there', () => {
  const event = (target: object, more = {}) => {
    const stopped: string[] = [];
    const stop = (what: string) => () => void stopped.push(what);
    return {
      target,
      ...more,
      preventDefault: stop('default'),
      stopImmediatePropagation: stop('others'),
      stopped,
    };
  };

  it('is noted in order, each thing once, and nothing is sent', () => {
    const { heard, early } = run();
    const [field, submitter] = [{ name: 'field' }, { name: 'submitter' }];
    const form = { method: 'post' };
    const button = { type: 'button', closest: () => button };
    const toggle = { type: 'submit', ariaPressed: 'false', closest: () => toggle };
    const pressed = event(toggle);
    const photo = { href: '/photo.jpg', closest: () => photo };
    const sent = event(form, { submitter });
    heard.get('input')?.(event(field));
    heard.get('click')?.(event(button));
    heard.get('submit')?.(sent);
    heard.get('submit')?.(event(form, { submitter }));
    heard.get('click')?.(event(button));
    heard.get('click')?.(pressed);
    heard.get('click')?.(event(photo));
    const elsewhere = event(photo, { ctrlKey: true });
    heard.get('click')?.(elsewhere);
    expect([sent.stopped, pressed.stopped]).toEqual([
      ['default', 'others'],
      ['default', 'others'],
    ]);
    expect(elsewhere.stopped).toEqual([]);
    expect([...early.acts].map((act) => [...act])).toEqual([[button], [form, submitter], [toggle], [photo]]);
    expect([...early.typed]).toEqual([field]);
    early.stop();
    expect(['click', 'submit', 'input'].filter((name) => heard.has(name))).toEqual([]);
  });

  it('leaves links, searches and the buttons that send alone', () => {
    const { heard, early } = run();
    const search = event({ method: 'get' });
    const sends = { type: 'submit', ariaPressed: null, closest: () => sends };
    const click = event(sends);
    heard.get('submit')?.(search);
    heard.get('click')?.(click);
    heard.get('click')?.(event({ closest: () => null }));
    expect([search.stopped, click.stopped, early.acts.length]).toEqual([[], [], 0]);
  });
});

describe('the scripts of a page', () => {
  it('wait until it is painted, then come once, with its nonce', () => {
    const { appended, heard, paint, frame } = run();
    expect(appended).toEqual([]);
    // All is loaded before anything is drawn, on a busy machine.
    heard.get('load')?.();
    frame();
    expect(appended).toEqual([]);
    // No frame is waited for: the clock of the page may stand still.
    paint();
    expect(appended).toEqual([
      { tag: 'link', rel: 'modulepreload', href: '/assets/entry.js', nonce: 'n' },
      { tag: 'link', rel: 'modulepreload', href: '/assets/root.js', nonce: 'n' },
      { tag: 'script', type: 'module', async: false, nonce: 'n', textContent: code },
    ]);
    heard.get('pointerdown')?.();
    expect(appended).toHaveLength(3);
  });

  it('start with React and its router in a script of their own', () => {
    const { appended, heard } = run(
      null,
      rewrite(source.replace('/assets/root.js', '/assets/framework-Ab1.js')),
    );
    heard.get('pointerdown')?.();
    expect(appended.slice(2)).toEqual([
      { tag: 'script', type: 'module', async: false, nonce: 'n', src: '/assets/framework-Ab1.js' },
      { tag: 'script', type: 'module', async: false, nonce: 'n', textContent: code },
    ]);
  });

  it.each(['arrives', 'never comes'])('let the picture it opens with be drawn first: it %s', async (how) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { appended, paint, frame } = run({ decode: () => promise });
    paint();
    await microtasks();
    frame();
    expect(appended).toEqual([]);
    if (how === 'arrives') resolve();
    else reject(new Error('no such picture'));
    await microtasks();
    expect(appended).toEqual([]);
    for (let drawn = 0; drawn < 4; drawn += 1) frame();
    expect(appended).toHaveLength(3);
  });

  it('come at the first touch of a page that is not painted yet', () => {
    const { appended, heard } = run();
    heard.get('pointerdown')?.();
    expect(appended).toHaveLength(3);
  });

  it('leave the rest of the page as it was', () => {
    expect(rewritten).not.toContain('modulepreload" href');
    const [first, ...styles] = rewritten.split('<link rel="stylesheet" href="/a.css"/>');
    // Heard from the first button on, and waiting for no style.
    expect(first).toMatch(/^<html><head><title>Été<\/title><script nonce="n">[^<]+<\/script>$/);
    expect(styles).toEqual([expect.stringMatching(/^<\/head><body>é<script nonce="n">/)]);
    expect(rewritten.match(/<\/script>/g)).toHaveLength(2);
    expect(rewritten).toMatch(/<p>fin<\/p><\/body><\/html>$/);
  });

  it.each(['', '<script>1</script>'])('a page without them is not touched: %j', (body) => {
    expect(String(scriptsAfterSight(Buffer.from(page(body))))).toBe(page(body));
  });
});
