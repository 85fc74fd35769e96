import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Runs something that is due as soon as it is ready, such as Enter in a field whose matches are still on their way. Returns
 * whether it is due, and a function that says so or takes it back.
 */
export function useDue(isReady: boolean, run: () => void): [boolean, (isDue: boolean) => void] {
  const [isDue, setDue] = useState(false)
  const onReady = useEffectEvent(() => {
    setDue(false)
    run()
  })
  useEffect(() => {
    if (isDue && isReady) onReady()
  }, [isDue, isReady])
  return [isDue, setDue]
}
