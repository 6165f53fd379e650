import { readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/package-root.js';
import { packageName } from '../api/installed.fixture.js';

const [, example = ''] =
  /```js\n([\s\S]*?)```/.exec(readFileSync(new URL('docs/another-api.md', packageRoot), 'utf8')) ?? [];

/** A package of somebody else's: a bookshop with its tests, as docs/another-api.md shows it. */
export const bookshop = example.replaceAll('@OWNER/fsapi-conformance', packageName);

/** The shop itself, and what it may do wrong. */
export const service = `import { createServer } from 'node:http';

export function app(fault) {
  const orders = [];
  return (request, response) => {
    const answer = (status, value) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    let text = '';
    request.on('data', (part) => (text += part)).on('end', () => {
      const path = request.url.replace('/shop/v2', '');
      if (request.headers['x-shop-key'] !== 'shop_0123456789abcdef' && fault !== 'no key needed') return answer(401, {});
      if (path === '/books') return answer(200, [{ isbn: '978-0-00-000000-2' }]);
      if (path !== '/orders') return answer(404, {});
      if (request.method === 'GET') return answer(200, orders);
      const order = JSON.parse(text);
      if (order.book !== '978-0-00-000000-2') return answer(422, { error: 'no such book' });
      if (!(order.quantity >= 1) && fault !== 'quantity unchecked') return answer(422, { error: 'quantity' });
      orders.push({ id: 'ord_' + (orders.length + 1), ...order });
      answer(201, orders.at(-1));
    });
  };
}

export const serve = (fault) =>
  new Promise((resolve) => {
    const server = createServer(app(fault)).listen(0, '127.0.0.1', () => resolve(server));
  });
`;
