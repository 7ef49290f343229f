@NullMarked
package io.mintmark.lab.report;

import org.jspecify.annotations.NullMarked;
