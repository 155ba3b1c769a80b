// What deleting an account means, in the words that its owner reads before and after. `deleteMember` does what this text
// promises.
import type { AccountDeletion } from '@vitrine/contract/accounts'
import { msg } from '@vitrine/language/texts'

export const ACCOUNT_DELETION: AccountDeletion = {
  removed: [
    msg('Your name, email address, phone number, password and profile picture'),
    msg('Your photos, videos and music, including unfinished uploads'),
    msg('Your projects and the videos made from them'),
    msg('Your likes'),
    msg('Your sign-ins on all devices, and the link to your Google account'),
    msg('Your remaining credits: they cannot be paid out or moved to another account'),
  ],
  kept: [
    {
      what: msg('The list of credit movements and payments, without your name'),
      why: msg('Accounting and tax law requires it'),
    },
    {
      what: msg('The list of templates that the account bought, without your name'),
      why: msg('It shows what the credits were spent on'),
    },
    {
      what: msg('A fingerprint (hash) of your email address and of a phone number that was rewarded'),
      why: msg('It prevents the same person from claiming welcome credits repeatedly'),
    },
  ],
}
