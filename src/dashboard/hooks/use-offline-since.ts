import { useEffect, useState } from 'react'

/** Since when there is no connection, or null while there is one. */
export function useOfflineSince(): Date | null {
  const [since, setSince] = useState(() => (navigator.onLine ? null : new Date()))
  useEffect(() => {
    const gone = () => setSince((before) => before ?? new Date())
    const back = () => setSince(null)
    window.addEventListener('offline', gone)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', gone)
      window.removeEventListener('online', back)
    }
  }, [])
  return since
}
