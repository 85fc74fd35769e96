import { useFormContext } from 'react-hook-form'
import { PasswordField, TextField } from '../../components/fields.tsx'
import { useFirstFocus } from '../../components/form.tsx'

/** The fields of a new account. */
export function NewAccountFields() {
  useFirstFocus(useFormContext(), 'displayName')
  return (
    <>
      <TextField name="displayName" label="Name" autoComplete="name" />
      <TextField name="email" label="Email" type="email" autoComplete="username" />
      <NewPasswordField />
    </>
  )
}

/** A password that someone chooses. */
export const NewPasswordField = () => (
  <PasswordField name="password" label="Password" help="At least 12 characters" autoComplete="new-password" />
)
