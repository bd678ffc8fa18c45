import { expect, it } from 'vitest';
import { isPrivateHost } from './private-host.ts';

const words = (text: string) => text.trim().split(/\s+/);

it.each([
  '',
  ...words(`
    localhost LOCALHOST localhost. vigie.localhost vigie poste-12 imprimante.local vigie.internal
    vigie.lan vigie.home.arpa vigie.corp vigie.intranet vigie.test 127.0.0.1 127.255.255.254 0.0.0.0
    10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 169.254.1.1
    100.64.0.1 100.127.255.255 1.2.3 1.2.3.999 [::1] ::1 [::] [fc00::1] [fd12:3456:789a::1] [fdff::]
    [fe80::1] [febf::1] [::ffff:7f00:1] [::ffff:192.168.1.1] [::ffff:a00:1] [::1::2] [xyz::1]
    fe80::1%eth0
`),
])('%s is private', (hostname) => {
  expect(isPrivateHost(hostname)).toBe(true);
});

it.each([
  ...words(`
    vigie.fr www.vigie.fr vigie.fr. VIGIE.FR local.vigie.fr localhost.fr mylocal.fr 8.8.8.8 11.0.0.1
    126.255.255.255 128.0.0.1 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1 100.63.255.255
    100.128.0.1 169.253.1.1 223.255.255.254 [2001:db8::1] [2a01:e0a::1] [fbff::1] [fe00::1]
    [fec0::1] [::ffff:808:808]
`),
])('%s is public', (hostname) => {
  expect(isPrivateHost(hostname)).toBe(false);
});
