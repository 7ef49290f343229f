/** What a node takes while its engine is not there for it: documents that nobody else can make, and their way home. */
@NullMarked
package io.mintmark.storage.journal;

import org.jspecify.annotations.NullMarked;
