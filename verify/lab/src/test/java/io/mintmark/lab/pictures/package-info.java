@NullMarked
package io.mintmark.lab.pictures;

import org.jspecify.annotations.NullMarked;
