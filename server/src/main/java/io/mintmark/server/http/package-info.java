/** Bytes, routes and limits: HTTP as the rest of the server sees it. Knows nothing of databases. */
@NullMarked
package io.mintmark.server.http;

import org.jspecify.annotations.NullMarked;
