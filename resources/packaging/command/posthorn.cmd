@rem The command line of an installed Posthorn, on the Node of this machine.
@node "%~dp0out\main\posthorn.js" %*
