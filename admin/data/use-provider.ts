import { type DataProvider, useDataProvider } from 'react-admin';

/** The data provider with its methods for actions: each folder adds its own in its `…-calls.ts`. */
export interface TidegateProvider extends Known<DataProvider> {
  readonly supportAbortSignal: true;
}

/** Without the index signature, for which a method that nobody wrote would be of any type. */
type Known<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

export function useProvider(): TidegateProvider {
  return useDataProvider<TidegateProvider>();
}
