import { expect, test } from 'vitest';
import { clientOf, waitText } from './rate-limits.server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, client) => {
  expect(clientOf(ip)).toBe(client);
});

test.each([
  [0.2, '1 seconde'],
  [59, '59 secondes'],
  [60, '1 minute'],
  [900, '15 minutes'],
  [7_140, '119 minutes'],
  [7_200, '2 heures'],
  [86_400, '24 heures'],
])('%d seconds are « %s »', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
