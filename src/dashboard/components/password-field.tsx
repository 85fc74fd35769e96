import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useField } from './fields.tsx'
import { Field } from './ui/field.tsx'
import { IconButton } from './ui/icon-button.tsx'
import { TextInput } from './ui/inputs.tsx'

type Props = {
  name: string
  label: string
  help?: ReactNode
  autoComplete: 'current-password' | 'new-password'
  isOptional?: boolean
  /** A link at the right end of the label’s line. */
  aside?: ReactNode
}

/** A password that can be looked at. */
export function PasswordField({ name, label, help, autoComplete, aside, isOptional }: Props) {
  const [isShown, setIsShown] = useState(false)
  const { register, error } = useField(name, label)
  return (
    <Field label={label} help={help} aside={aside} isOptional={isOptional} error={error}>
      {(tied) => (
        <div className="password-input">
          <TextInput
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            {...register(name)}
            {...tied}
          />
          <IconButton
            small
            tip={false}
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
