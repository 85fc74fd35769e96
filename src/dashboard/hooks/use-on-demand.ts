import { useEffect, useState } from 'react'
import type { OnDemand } from '../lib/on-demand.ts'

/** A module that is loaded when it is rendered first; undefined until then. */
export function useOnDemand<M>(module: OnDemand<M>, isNeeded = true): M | undefined {
  const [isLoaded, setIsLoaded] = useState(module.isLoaded)
  useEffect(() => {
    if (isNeeded) module.whenLoaded(() => setIsLoaded(true))
  }, [module, isNeeded])
  return isLoaded ? module.get() : undefined
}
