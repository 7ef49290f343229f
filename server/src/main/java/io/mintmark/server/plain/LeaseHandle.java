package io.mintmark.server.plain;

import io.mintmark.counter.LeaseToken;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.util.Optional;

/**
 * The text by which a client names its range when it gives numbers back: the lease's token and, after a dot, the last
 * number of the range. A node that cut the range from numbers of its own has no other record of where it ends.
 *
 * @param token the token
 * @param end the last number
 */
record LeaseHandle(LeaseToken token, long end) {
    /** Returns the handle that {@code text} spells; refuses what spells none. */
    static LeaseHandle parse(String text) {
        int dot = text.lastIndexOf('.');
        Optional<LeaseToken> token = dot < 0 ? Optional.empty() : LeaseToken.parse(text.substring(0, dot));
        String end = text.substring(dot + 1);
        if (token.isEmpty() || !end.matches("[1-9][0-9]{0,15}")) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "A lease must be named as the answer that brought its range did: lease=" + Printable.brief(text));
        }
        return new LeaseHandle(token.get(), Long.parseLong(end));
    }

    @Override
    public String toString() {
        return token + "." + end;
    }
}
