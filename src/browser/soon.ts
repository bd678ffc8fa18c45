/** Does it in a task of its own, after what goes on now. By a message: no clock, slowed down or held, keeps one back. */
export function soon(act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener(
    'message',
    () => {
      port1.close();
      act();
    },
    { once: true },
  );
  port1.start();
  port2.postMessage(null);
}
