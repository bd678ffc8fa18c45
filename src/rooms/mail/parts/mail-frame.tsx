import type { CSSProperties, ReactNode } from 'react';
import { Body, Container, Head, Html, Link, Section, Text } from 'react-email';

/** Colours of the design language: mail programs know no variables. */
export const ink = {
  encre: '#0D1B2A',
  ardoise700: '#2B4560',
  ardoise500: '#5B6F87',
  ardoise200: '#CFD8E0',
  ardoise100: '#E6EBF0',
  craie: '#FBFAF6',
  blanc: '#FFFFFF',
  phare700: '#0B5E63',
  phare100: '#D6EFEE',
  ambre400: '#F2B134',
  ambre100: '#FDF1D3',
  ambre700: '#855300',
  vert700: '#1F6B3A',
  vert100: '#DFF1E4',
} as const;

const font = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export const text = {
  body: { margin: '0 0 12px', fontSize: '16px', lineHeight: '24px', color: ink.encre },
  small: { margin: '0 0 8px', fontSize: '14px', lineHeight: '20px', color: ink.ardoise500 },
  title: {
    margin: '0 0 12px',
    fontSize: '24px',
    lineHeight: '30px',
    fontWeight: 700,
    letterSpacing: '-0.02em',
    color: ink.encre,
  },
  link: { color: ink.phare700, textDecoration: 'underline' },
} as const satisfies Record<string, CSSProperties>;

/**
 * Classes for what is repeated: said once, a mail of many listings stays small. `s` small, `b` body, `f` flag; without
 * them (rare mail programs) the words still read in order.
 */
const sheet = `p,.s,.b{margin:0}.s{font-size:14px;line-height:20px;color:${ink.ardoise500};padding-top:4px}.b{padding-top:4px;font-size:16px;line-height:24px;color:${ink.encre}}.f{display:inline-block;padding:2px 10px;border-radius:4px;font-size:14px;line-height:20px;font-weight:650}.pic{width:160px;border-radius:8px}.card{width:100%;margin:0 0 16px;border-top:1px solid ${ink.ardoise200}}.col{padding:16px 0 0;vertical-align:top}.side{width:176px}a{color:${ink.phare700}}@media (max-width:520px){.sheet>tbody>tr>td{padding:20px 16px!important}.col{display:block!important;width:100%!important}.pic{width:100%!important;height:auto!important}}`;

// At night, where mail programs ask. Flags and energy labels keep their own colours: they carry both, ground and letters.
const night = `@media (prefers-color-scheme:dark){body,.page,.page>table>tbody>tr>td{background-color:#0B1622!important;color:#DFE6EC!important}.page p,.page h1,.page h2,.sheet .b,.sheet td{color:#DFE6EC!important}.sheet{background-color:#14263A!important;border-color:#2B4560!important}.sheet table{background-color:transparent!important}.sheet .s{color:#AFBECB!important}.card{border-color:#2B4560!important}div.pic{background-color:#2B4560!important}.page a{color:#7CCFD3!important}.page a.logo{color:#FFFFFF!important}.page a.button{background-color:#7CCFD3!important;color:#0D1B2A!important}}`;

interface MailFrameProps {
  /** The line that lists of mails show after the subject. */
  preview: string;
  /** `https://vigie.example` */
  origin: string;
  children: ReactNode;
  /** Why this mail came, and how to stop it. */
  footer: ReactNode;
}

/** What every mail looks like: the name, a white sheet, and below it who writes and why. */
export function MailFrame({ preview, origin, children, footer }: MailFrameProps) {
  return (
    <Html lang="fr" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{`:root{color-scheme:light dark;supported-color-schemes:light dark}${sheet}${night}`}</style>
      </Head>
      <Body
        lang="fr"
        className="page"
        style={{ margin: 0, padding: 0, backgroundColor: ink.craie, fontFamily: font, color: ink.encre }}
      >
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        <Container style={{ maxWidth: '600px', width: '100%', margin: '0 auto', padding: '24px 12px' }}>
          <Section data-skip-in-text="true">
            <Link
              href={origin}
              className="logo"
              style={{
                fontSize: '22px',
                fontWeight: 800,
                letterSpacing: '-0.03em',
                color: ink.encre,
                textDecoration: 'none',
              }}
            >
              <span style={{ color: ink.ambre400 }}>●</span> Vigie
            </Link>
          </Section>
          <Section
            className="sheet"
            style={{
              marginTop: '16px',
              padding: '28px 28px 20px',
              backgroundColor: ink.blanc,
              border: `1px solid ${ink.ardoise200}`,
              borderRadius: '12px',
            }}
          >
            {children}
          </Section>
          <Section style={{ padding: '16px 8px 0' }}>
            {footer}
            <Text style={text.small}>
              Vigie, annonces et alertes immobilières.{' '}
              <MailLink href={`${origin}/mentions-legales`}>Mentions légales</MailLink>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={text.link}>
      {children}
    </Link>
  );
}

/** The one thing to do. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="button"
      style={{
        display: 'inline-block',
        padding: '12px 22px',
        borderRadius: '8px',
        backgroundColor: ink.phare700,
        color: ink.blanc,
        fontSize: '16px',
        lineHeight: '24px',
        fontWeight: 650,
        textDecoration: 'none',
      }}
    >
      {children}
    </Link>
  );
}
