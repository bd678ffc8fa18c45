/** A façade drawn by program, for /dev/ui: no picture of anyone's home. */
export function samplePhoto(seed: number): { url: string; width: number }[] {
  const skies = ['#c9d9e2', '#dfe3dd', '#d9d2c4'];
  const walls = ['#e9dfc9', '#d8c3a5', '#eee7da'];
  const roofs = ['#8d5a44', '#6c7680', '#a3664b'];
  const pick = (list: string[], shift: number) => list[(seed + shift) % list.length] ?? '';
  const houses = [0, 1, 2].map((rank) => {
    const x = 20 + rank * 125;
    const top = 90 + ((seed * 37 + rank * 53) % 50);
    const windows = [0, 1, 2]
      .flatMap((row) =>
        [0, 1, 2].map(
          (column) =>
            `<rect x="${x + 16 + column * 34}" y="${top + 22 + row * 58}" width="20" height="36" fill="#5d7282"/><path d="M${x + 12 + column * 34} ${top + 22 + row * 58}h4v36h-4zm24 0h4v36h-4z" fill="#7d9a94"/>`,
        ),
      )
      .join('');
    return `<path fill="${pick(roofs, rank)}" d="M${x - 6} ${top}l14-26h104l14 26z"/><path fill="${pick(walls, rank)}" d="M${x} ${top}h120v200H${x}z"/>${windows}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600"><path fill="${pick(skies, 0)}" d="M0 0h400v300H0z"/><circle cx="330" cy="58" r="26" fill="#fbfaf6"/>${houses.join('')}<path fill="#b8b3a6" d="M0 282h400v18H0z"/></svg>`;
  return [{ url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width: 800 }];
}
