import { Form } from 'react-router';
import { paths } from '#contract/paths.ts';
import { COMPARED_FIELD } from '#rooms/favorites/comparison.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

/** One more beside these, by the address of its page: without JavaScript, or sent by somebody. */
export function AddCompared({ ids }: { ids: readonly number[] }) {
  return (
    <Form action={paths.compare()} method="get" className="flex flex-wrap items-end gap-3">
      {ids.length > 0 && <input type="hidden" name={COMPARED_FIELD} value={ids.join(',')} />}
      <div className="min-w-56 flex-1">
        <Field
          label={ids.length > 0 ? 'Ajouter une annonce' : 'Comparer une annonce'}
          hint="Son adresse, ou son numéro"
          reserve={false}
        >
          {(control) => (
            <TextInput {...control} name={COMPARED_FIELD} autoComplete="off" placeholder="/annonce/1234" />
          )}
        </Field>
      </div>
      <Button type="submit" variant="secondary">
        Ajouter
      </Button>
    </Form>
  );
}
