package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.internal.JdbcSecrets;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a connection each time: for commands and first steps; a program that reserves often has a pool. */
public final class UrlDataSource implements DataSource {
    private final String url;
    private final Properties properties;

    /** Creates a source; {@code properties} are for the driver, and copied. */
    public UrlDataSource(String url, Properties properties) {
        this.url = url;
        this.properties = (Properties) properties.clone();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connect(properties);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        Properties login = (Properties) properties.clone();
        login.setProperty("user", user);
        login.setProperty("password", password);
        return connect(login);
    }

    /** Asks for the driver first: that failure does not repeat the URL, which may hold what nobody should read. */
    private Connection connect(Properties login) throws SQLException {
        Connection connection = connect(driver(), login);
        if (connection == null) {
            throw new SQLException("the driver does not take this URL", "08001");
        }
        return connection;
    }

    private @Nullable Connection connect(Driver driver, Properties login) throws SQLException {
        String password = login.getProperty("password", "");
        try {
            return driver.connect(url, login);
        } catch (SQLException e) {
            throw silent(e, e.getSQLState(), e.getErrorCode(), password);
        } catch (RuntimeException e) {
            throw silent(e, "08001", 0, password);
        }
    }

    /** A driver's message about a login may repeat all of it, and so may its causes, which are therefore left out. */
    private static SQLException silent(Exception failure, @Nullable String state, int code, String password) {
        SQLException silent =
                new SQLException(JdbcSecrets.hide(String.valueOf(failure.getMessage()), password), state, code);
        silent.setStackTrace(failure.getStackTrace());
        return silent;
    }

    private Driver driver() throws SQLException {
        try {
            return DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new SQLException(
                    "no driver takes this URL: check its beginning, and put the driver's jar on the class path (for the"
                            + " command, into the folder lib beside the launcher)",
                    "08001",
                    e);
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter writer) {
        // Nothing is logged.
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // The driver's own, in its URL.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(UrlDataSource.class.getPackageName());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!isWrapperFor(type)) {
            throw new SQLException("it wraps nothing, and is no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
