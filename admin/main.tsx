import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { makeStyleCache } from './look/emotion-cache.ts';
import { makeRouter } from './router.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no root element');

const router = makeRouter();
createRoot(element).render(
  <StrictMode>
    <CacheProvider value={makeStyleCache()}>
      <RouterProvider router={router} />
    </CacheProvider>
  </StrictMode>,
);
