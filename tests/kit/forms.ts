import type { Page } from 'playwright-core';

/** Whether each field of a page must be filled in. */
export const fieldsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"[^>]*>/g)].map(([field, name = '']) => [
      name,
      / required(=|\s|>)/.test(field),
    ]),
  );

/** The message beside each field of the page that has one. */
export async function messagesOn(page: Page) {
  await page.locator('[aria-invalid="true"]').first().waitFor();
  const said = await page.locator('[aria-invalid="true"]').evaluateAll((controls) =>
    controls.map((control) => {
      const id = (control.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '';
      return [control.getAttribute('name'), document.getElementById(id)?.textContent];
    }),
  );
  return Object.fromEntries(said) as Record<string, string>;
}
