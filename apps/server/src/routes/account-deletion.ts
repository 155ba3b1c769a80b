// What deleting an account means, in the words that its owner reads before and after. `deleteMember` does what this text
// promises.
import type { AccountDeletion } from '@vitrine/contract/accounts'

export const ACCOUNT_DELETION: AccountDeletion = {
  removed: [
    'Your name, email address, phone number, password and profile picture',
    'Your photos, videos and music, including unfinished uploads',
    'Your projects and the videos made from them',
    'Your likes',
    'Your sign-ins on all devices, and the link to your Google account',
    'Your remaining credits: they cannot be paid out or moved to another account',
  ],
  kept: [
    {
      what: 'The list of credit movements and payments, without your name',
      why: 'Accounting and tax law requires it',
    },
    {
      what: 'The list of templates that the account bought, without your name',
      why: 'It shows what the credits were spent on',
    },
    {
      what: 'A fingerprint (hash) of your email address and of a phone number that was rewarded',
      why: 'It prevents the same person from claiming welcome credits repeatedly',
    },
  ],
}
