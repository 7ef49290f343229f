/**
 * HTTP/1.1 as cheap as a load needs it: requests that are put together from bytes, replies that are only measured, all
 * connections on one thread.
 *
 * <p>No client of the JDK or of a library is cheap enough to share two cores with the server it measures; this one
 * speaks just what our server answers with, and is never published.
 */
@NullMarked
package io.mintmark.lab.http;

import org.jspecify.annotations.NullMarked;
