@NullMarked
package io.mintmark.lab.insert;

import org.jspecify.annotations.NullMarked;
