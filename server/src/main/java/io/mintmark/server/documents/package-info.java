/** Documents over HTTP: the endpoints, and how stored bytes become a reply. */
@NullMarked
package io.mintmark.server.documents;

import org.jspecify.annotations.NullMarked;
