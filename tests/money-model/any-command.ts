// The commands that a random model run draws from.
import type fc from 'fast-check'
import type { Command } from './command.ts'
import { dispute, endDispute, failRefund, giveBack, goOn, openPack, pay } from './gateway-command.ts'
import {
  adjust,
  buyOrDownload,
  changePrice,
  changeQuantity,
  changeTax,
  checkOut,
  completeProfile,
  deleteAccount,
  publish,
  putIntoCart,
  repeatCheckout,
  signUp,
  tellDetails,
  withdraw,
} from './people-command.ts'
import { deliverMessage, findDisputes, reconcileAll, reconcileInVain, verify } from './webhook-command.ts'

/** Everything that can happen, and how often of a hundred times or so: what moves money most, what ends it least. */
const weights: [number, fc.Arbitrary<Command>][] = [
  [2, signUp],
  [2, publish],
  [2, completeProfile],
  [2, adjust],
  [1, deleteAccount],
  [2, changePrice],
  [3, changeTax],
  [4, tellDetails],
  [1, withdraw],
  [5, putIntoCart],
  [2, changeQuantity],
  [5, checkOut],
  [2, repeatCheckout],
  [5, buyOrDownload],
  [10, openPack],
  [12, pay],
  [4, goOn],
  [6, giveBack],
  [3, failRefund],
  [4, dispute],
  [3, endDispute],
  [20, deliverMessage],
  [8, verify],
  [3, reconcileAll],
  [2, findDisputes],
  [1, reconcileInVain],
]
export const allCommands = weights.flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary))
