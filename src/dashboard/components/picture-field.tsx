import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useDebounced } from '../hooks/use-debounced.ts'
import { TextField } from './fields.tsx'
import { Icon } from './ui/icon.tsx'

type Props = {
  name: string
  label: string
  help?: ReactNode
  /** Shown while there is no address. */
  otherwise?: ReactNode
  isRound?: boolean
}

const rest = 300

/** The address of a picture, and the picture as it will look. */
export function PictureField({ name, label, help, otherwise, isRound = false }: Props) {
  const { watch } = useFormContext()
  const value: unknown = watch(name)
  const address = useDebounced(typeof value === 'string' ? value.trim() : '', rest)
  const [broken, setBroken] = useState<string | null>(null)
  const isBroken = address !== '' && broken === address
  return (
    <div className={isRound ? 'picture is-round' : 'picture'}>
      <span className="picture-box">
        {address === '' && otherwise}
        {isBroken && <Icon of={ImageOff} />}
        {address !== '' && !isBroken && (
          <img key={address} src={address} alt="" onError={() => setBroken(address)} />
        )}
      </span>
      <TextField
        name={name}
        label={label}
        type="url"
        placeholder="https://"
        autoComplete="off"
        isOptional
        help={isBroken ? 'There is no picture at this address that can be shown here.' : help}
      />
    </div>
  )
}
