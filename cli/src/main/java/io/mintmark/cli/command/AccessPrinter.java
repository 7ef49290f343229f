package io.mintmark.cli.command;

import io.mintmark.cli.terminal.OneLine;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.Principal;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Prints principals, a line each; a token goes to standard output once, and nothing else beside it. */
final class AccessPrinter {
    private final PrintWriter out;
    private final PrintWriter err;

    AccessPrinter(CommandLine line) {
        this.out = line.getOut();
        this.err = line.getErr();
    }

    void added(Principal principal, @Nullable BearerToken token) {
        changed(principal, token, "added");
    }

    void rotated(Principal principal, @Nullable BearerToken token) {
        changed(principal, token, "rotated");
    }

    private void changed(Principal principal, @Nullable BearerToken token, String what) {
        if (token != null) {
            out.println(token.reveal());
            out.flush();
        }
        say(principal.name() + " is " + what + ": " + principal.clearance()
                + (token == null ? "" : "; keep the token now, it is not shown again"));
    }

    void notSetUp(String where) {
        say("access control is not set up for " + where + ": its server asks nobody who they are");
    }

    void nobody() {
        say("nobody is on the list, so the server refuses every caller: add an operator with"
                + " `mintmark access add NAME --operator`");
    }

    void setUp(String where, AccessList list, Instant now) {
        say("access control is set up for " + where + ": its server asks every caller from now on, on loopback, too");
        if (!list.hasOperator(now)) {
            say("there is no operator yet: add one with `mintmark access add NAME --operator`");
        }
    }

    void say(String text) {
        err.println("mintmark: " + OneLine.of(text));
        err.flush();
    }

    void line(Principal principal, Instant now) {
        String end = principal
                .expiry()
                .map(at -> (at.isAfter(now) ? "; ends " : "; ended ") + at)
                .orElse("");
        String credentials = principal.credentials().stream()
                .map(credential -> described(credential, now))
                .collect(Collectors.joining(", "));
        out.println(OneLine.of(principal.name() + ": " + principal.clearance() + "; " + credentials + end));
        out.flush();
    }

    private static String described(Credential credential, Instant now) {
        String words = credential.kind().words();
        String what = credential.kind() == Credential.Kind.TOKEN ? words : words + " " + credential.digest();
        return what
                + credential
                        .end()
                        .map(at -> (at.isAfter(now) ? " until " : ", ended ") + at)
                        .orElse("");
    }
}
