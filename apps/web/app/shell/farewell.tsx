// Owns when somebody is told that the shop has signed them out: on every page, editors and the office too.
import { Suspense } from 'react'
import { useFarewell } from '../store/farewell.ts'
import { lazyExtra } from './lazy-screen.ts'

const FarewellDialog = lazyExtra(() => import('./farewell-dialog.tsx'))

export function Farewell() {
  const farewell = useFarewell()
  return <Suspense>{farewell !== undefined && <FarewellDialog farewell={farewell} />}</Suspense>
}
