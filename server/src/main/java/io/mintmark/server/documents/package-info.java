/**
 * Documents over HTTP: how a body becomes commands, how stored bytes become a reply, and the endpoints between.
 */
@NullMarked
package io.mintmark.server.documents;

import org.jspecify.annotations.NullMarked;
