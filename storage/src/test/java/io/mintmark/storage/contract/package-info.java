/** The storage contract: what every engine must do, as tests that each engine inherits. */
@NullMarked
package io.mintmark.storage.contract;

import org.jspecify.annotations.NullMarked;
