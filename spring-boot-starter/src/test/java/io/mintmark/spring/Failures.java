package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/** Why an application did not start, without what Spring wraps around it. */
final class Failures {
    private Failures() {}

    static Throwable rootOf(ThrowingCallable start) {
        Throwable failure = catchThrowable(start);
        assertThat(failure).as("it must not start").isNotNull();
        return NestedExceptionUtils.getMostSpecificCause(failure);
    }

    static Throwable rootOf(AssertableApplicationContext context) {
        return NestedExceptionUtils.getMostSpecificCause(failureOf(context));
    }

    static Throwable failureOf(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        return Objects.requireNonNull(context.getStartupFailure());
    }
}
