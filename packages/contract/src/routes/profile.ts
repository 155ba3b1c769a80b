// Routes of the caller's account: profile, picture, password and deletion.
import {
  accountDeletion,
  changePasswordRequest,
  changePasswordResponse,
  deleteAccountRequest,
  deleteAccountResponse,
  profile,
  removePictureResponse,
  setPictureRequest,
  setPictureResponse,
  updateProfileRequest,
  updateProfileResponse,
} from '../accounts.ts'
import { defineRoutes } from '../route.ts'

export const profileRoutes = defineRoutes({
  'GET /api/profile': {
    tag: 'accounts',
    summary: 'The caller',
    auth: 'required',
    answers: { 200: profile },
    errors: [401],
  },

  'PUT /api/profile': {
    tag: 'accounts',
    summary:
      'Changes the fields sent; a changed username ends all sessions and answers a new token; completing a social profile is rewarded once',
    auth: 'required',
    body: updateProfileRequest,
    answers: { 200: updateProfileResponse },
    errors: [400, 401, 403, 409, 429],
  },

  'POST /api/profile/picture': {
    tag: 'accounts',
    summary: 'Makes a square of 512 pixels from an upload or from a picture of the library',
    auth: 'required',
    body: setPictureRequest,
    answers: { 200: setPictureResponse },
    errors: [400, 401, 403, 404, 409, 410, 413, 415, 422, 429],
  },

  'DELETE /api/profile/picture': {
    tag: 'accounts',
    summary: 'Removes the profile picture, if there is one',
    auth: 'required',
    answers: { 200: removePictureResponse },
    errors: [401],
  },

  'POST /api/change-password': {
    tag: 'accounts',
    summary: 'Sets a new password, signs all other devices out and sends an email',
    auth: 'required',
    body: changePasswordRequest,
    answers: { 200: changePasswordResponse },
    errors: [400, 401, 403, 409, 422, 429],
  },

  'GET /api/profile/deletion': {
    tag: 'accounts',
    summary: 'What deleting an account removes and keeps',
    answers: { 200: accountDeletion },
  },

  'DELETE /api/profile': {
    tag: 'accounts',
    summary: 'Deletes the account for good; needs its password or, without one, a fresh Google ID token or a code',
    auth: 'required',
    body: deleteAccountRequest,
    answers: { 200: deleteAccountResponse },
    errors: [400, 401, 403, 404, 409, 429, 503],
  },
})
