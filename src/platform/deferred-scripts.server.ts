/**
 * Runs in the page: its scripts are asked for once something of it is painted, the picture it opens with (the one of high
 * priority) too if it has one, or all of it is loaded; or at the first touch; whatever happens, after three seconds. Until
 * then style, letters and that picture have the line and the processor for themselves. React and its router, half of what is
 * evaluated, come as a script of their own, and so in a task of their own: between two tasks a touch is heard.
 */
const AFTER_SIGHT = `((code,files,nonce)=>{let done=0,painted=0,loaded=0;const go=()=>{if(done++)return;for(const href of files)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href,nonce}));for(const one of[...files.filter(file=>file.includes("/framework-")).map(src=>({src})),{textContent:code}])document.head.append(Object.assign(document.createElement("script"),{type:"module",async:!1,nonce},one))},drawn=()=>requestAnimationFrame(()=>requestAnimationFrame(go)),seen=()=>{const first=document.querySelector('img[fetchpriority="high"]');first?first.decode().then(drawn,drawn):drawn()};try{new PerformanceObserver(()=>{painted=1;loaded?go():seen()}).observe({type:"paint",buffered:!0})}catch{}addEventListener("load",()=>{loaded=1;painted?go():seen()},{once:!0});for(const name of["pointerdown","touchstart","keydown"])addEventListener(name,go,{once:!0,capture:!0});setTimeout(go,3e3)})`;

/**
 * Runs in the page too, before anything of it is drawn and until React has it (`replayEarlyGestures` in
 * browser/gestures.ts, which does again what was noted): a form sent before that would leave the page for an answer the
 * server has not, with all that was typed. Buttons that are pressed in and out stay on their page too, whatever they
 * send without scripts, and so do links that open something here (`data-opens`): a photo would leave for its file.
 */
const EARLY_ACTS = `globalThis.earlyActs=(()=>{const acts=[],typed=new Set,early={acts,typed,at:null,stop(){for(const name in heard)removeEventListener(name,heard[name],!0)}},heard={click(e){const b=e.target.closest?.("button,a[data-opens]");if(b&&(b.href?!(e.metaKey||e.ctrlKey||e.shiftKey):b.type==="button"||b.ariaPressed)){e.preventDefault();e.stopImmediatePropagation();acts.some(([a])=>a===b)||acts.push([b])}},submit(e){if(e.target.method==="post"){e.preventDefault();e.stopImmediatePropagation();acts.some(([a])=>a===e.target)||acts.push([e.target,e.submitter])}},input(e){typed.add(e.target)},focusin(e){early.at=e.target}};for(const name in heard)addEventListener(name,heard[name],!0);return early})();`;

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const BEFORE_LINKS = /<link|<style|$/;
const MODULE_START = 'type="module" async="">';
const SCRIPT_START = '<script';
const SCRIPT_END = '</script>';

/**
 * A page as React Router writes it, with the script that starts it held until the page is seen, and without the links that
 * would fetch its modules before. Any other page comes back as it was.
 */
export function scriptsAfterSight(page: Buffer): Buffer {
  const headEnd = page.indexOf('</head>');
  const start = page.lastIndexOf(MODULE_START);
  const end = page.indexOf(SCRIPT_END, start);
  if (headEnd < 0 || start < headEnd || end < 0) return page;
  const files: string[] = [];
  const head = page.toString('utf8', 0, headEnd).replaceAll(PRELOAD, (_, file: string) => {
    files.push(file);
    return '';
  });
  // A script waits for the styles before it, and the page for the script.
  const early = head.search(BEFORE_LINKS);
  const code = page.toString('utf8', start + MODULE_START.length, end);
  const held = `>${AFTER_SIGHT}(${quoted(code)},${quoted([...new Set(files)])},document.currentScript.nonce)`;
  // The space before `type` goes with it.
  const tag = page.toString('utf8', page.lastIndexOf(SCRIPT_START, start), start - 1);
  return Buffer.concat([
    Buffer.from(`${head.slice(0, early)}${tag}>${EARLY_ACTS}${SCRIPT_END}${head.slice(early)}`),
    page.subarray(headEnd, start - 1),
    Buffer.from(held),
    page.subarray(end),
  ]);
}

/** As a script may hold it: nothing in it closes the element. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
