// The voices of a composition are listed by the engine, so that the editor's preview sounds like the film.
export { listVoices, type Voice } from '@vitrine/composition/voice'
