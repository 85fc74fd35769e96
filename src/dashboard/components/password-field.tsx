import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { get, useFormContext } from 'react-hook-form'
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
  const { register, formState } = useFormContext()
  const fault: unknown = get(formState.errors, `${name}.message`)
  return (
    <Field
      label={label}
      help={help}
      aside={aside}
      isOptional={isOptional}
      error={typeof fault === 'string' ? fault : undefined}
    >
      {(tied) => (
        <div className="pw">
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
