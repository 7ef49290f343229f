/** How a body becomes commands: what a client sends of each, and what is stored of it. */
@NullMarked
package io.mintmark.server.documents.command;

import org.jspecify.annotations.NullMarked;
