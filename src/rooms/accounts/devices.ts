// Devices: where an account is open, in words one recognises.

/** The first that fits: browsers carry the names of those that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?!.*\bMobile\b)/, 'Android', 'tablet'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

type DeviceKind = 'computer' | 'phone' | 'tablet' | 'unknown';

/** « Firefox sur Windows » of a User-Agent header; what it does not say is not made up. */
export function deviceOf(userAgent: string): { name: string; kind: DeviceKind } {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1];
  const [, system, kind = 'unknown'] = systems.find(([mark]) => mark.test(userAgent)) ?? [];
  if (browser) return { name: system ? `${browser} sur ${system}` : browser, kind };
  return { name: system ? `Navigateur sur ${system}` : 'Appareil non reconnu', kind };
}
