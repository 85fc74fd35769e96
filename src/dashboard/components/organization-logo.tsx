import { useState } from 'react'

/** The logo of an organization, or its initial if there is no logo or it cannot be loaded. */
export function OrganizationLogo({ title, logo }: { title: string; logo?: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (logo !== undefined && logo !== broken)
    return <img className="mono-logo is-picture" src={logo} alt="" onError={() => setBroken(logo)} />
  return (
    <span className="mono-logo" aria-hidden="true">
      {title.slice(0, 1).toUpperCase()}
    </span>
  )
}
