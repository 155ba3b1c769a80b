// What deleting an account means, in the words that its owner reads before and after. `deleteMember` does what this text
// promises.
import type { AccountDeletion } from '@vitrine/contract/accounts'

export const ACCOUNT_DELETION: AccountDeletion = {
  removed: [
    'Your name, email address, phone number, password and profile picture',
    'Your photos, videos and music, and every upload that is not finished',
    'Your projects and the videos made from them',
    'Your likes',
    'Your sign-ins on all devices, and the link to your Google account',
    'The credits that are left: they cannot be paid out or moved to another account',
  ],
  kept: [
    {
      what: 'The list of credit movements and payments, without your name',
      why: 'Accounting and tax law asks for it, and the books of the shop must add up',
    },
    {
      what: 'Which templates were bought by the account, without your name',
      why: 'It is the other half of those movements',
    },
    {
      what: 'A fingerprint (hash) of your email address and of a phone number that was rewarded',
      why: 'So that welcome credits are not given to the same person again and again',
    },
  ],
}
