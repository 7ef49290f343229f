/** How the server finds an engine by a URL, opens it, and what an operator does with its stores. */
@NullMarked
package io.mintmark.storage.engine;

import org.jspecify.annotations.NullMarked;
