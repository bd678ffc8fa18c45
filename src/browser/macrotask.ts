/** Runs `act` in a task of its own, after the current one. Posts a message: no slowed or paused timer delays it. */
export function runInTask(act: () => void): void {
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
